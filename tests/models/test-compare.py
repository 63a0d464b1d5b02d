#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tube comparison lets a right result pass and notices a wrong one."""
import math
import unittest

from compare import Table, compare

SPAN, ROWS = 2.0, 2000


def swing(t):
    return math.exp(-t) * math.cos(8.0 * t)


def table(f, rows=ROWS, begin=0.0, end=SPAN):
    time = [begin + (end - begin) * k / rows for k in range(rows + 1)]
    return Table(time, {"x": [f(t) for t in time]})


def with_jump(t_jump, rows=ROWS):
    """0 before t_jump, 1 after it, both rows at the event."""
    time = sorted([SPAN * k / rows for k in range(rows + 1)] + [t_jump, t_jump])
    first = time.index(t_jump)
    return Table(time, {"x": [0.0 if k <= first else 1.0 for k in range(len(time))]})


class TubeTest(unittest.TestCase):
    reference = table(swing)

    def passes(self, result, reference=None, tube=None):
        return all(v.passed for v in compare(reference or self.reference, result, tube))

    def test_same_curve_on_another_grid_passes(self):
        self.assertTrue(self.passes(table(swing, rows=3171)))

    def test_small_error_passes(self):
        self.assertTrue(self.passes(table(lambda t: swing(t) + 1e-3 * math.sin(50 * t))))

    def test_amplitude_error_of_two_percent_fails(self):
        self.assertFalse(self.passes(table(lambda t: 1.02 * swing(t))))

    def test_late_curve_fails(self):
        self.assertFalse(self.passes(table(lambda t: swing(t - 0.004 * SPAN))))

    def test_spike_between_reference_samples_fails(self):
        result = table(swing, rows=4 * ROWS)
        result.signals["x"][4001] += 0.02
        self.assertFalse(self.passes(result))

    def test_frozen_signal_fails(self):
        self.assertFalse(self.passes(table(lambda t: swing(0.0))))

    def test_missing_signal_fails(self):
        self.assertFalse(self.passes(Table(self.reference.time, {})))

    def test_short_result_fails(self):
        self.assertFalse(self.passes(table(swing, end=0.9 * SPAN)))
        self.assertFalse(self.passes(table(swing, begin=0.1 * SPAN)))

    def test_time_running_backwards_fails(self):
        result = table(swing)
        result.time[10], result.time[11] = result.time[11], result.time[10]
        self.assertFalse(self.passes(result))

    def test_cell_that_is_not_finite_fails(self):
        for cell in (math.nan, math.inf):
            result = table(swing)
            result.signals["x"][7] = cell
            self.assertFalse(self.passes(result))

    def test_event_may_move_within_the_time_slack_only(self):
        reference = with_jump(1.0003)
        self.assertTrue(self.passes(with_jump(1.0003 + 0.0004 * SPAN), reference))
        self.assertFalse(self.passes(with_jump(1.0003 + 0.0012 * SPAN), reference))

    def test_hint_widens_the_floor(self):
        reference = table(lambda t: 0.0)
        result = table(lambda t: 1e-4)
        self.assertFalse(self.passes(result, reference))
        self.assertTrue(self.passes(result, reference, {"nominal": {"x": 0.1}}))


unittest.main()
