/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the settings of a run from the analysis of the diagram, and writes those that
 * differ from the defaults there. */
#include "desk/run/settings.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/unit.h"
#include "desk/quantity.h"
#include "doc/edit/edit.h"

/* Those that are typed. */
static const struct {
  SimOption option;
  const char *units;
  const char *expected;
  size_t of_run;  /* in SimOptions */
  size_t of_file; /* in DocAnalysis; NaN: not written there */
} KINDS[] = {
    {SIM_OPTION_STOP, "s", N_ ("give a time such as 10 s, 250 ms or 2 min"),
     offsetof (SimOptions, stop), offsetof (DocAnalysis, stop)},
    {SIM_OPTION_RTOL, "1", N_ ("give a number such as 1e-6"),
     offsetof (SimOptions, rtol), offsetof (DocAnalysis, reltol)},
    {SIM_OPTION_INTERVAL, "s",
     N_ ("give a time such as 10 ms, -1 for every step, or nothing"),
     offsetof (SimOptions, interval), offsetof (DocAnalysis, saveat)},
};

static double *
at (void *structure, size_t field)
{
  return (double *) (void *) ((char *) structure + field);
}

SimOptions
desk_settings (const DeskDocument *document)
{
  const DeskProgram *program = desk_compiler_program (document->compiler);
  DocAnalysis analysis = doc_get_analysis (document->doc);
  SimOptions options =
      program != NULL ? *desk_program_options (program) : sim_state_options_default ();

  for (guint i = 0; i < G_N_ELEMENTS (KINDS); i++)
    if (isfinite (*at (&analysis, KINDS[i].of_file)))
      *at (&options, KINDS[i].of_run) = *at (&analysis, KINDS[i].of_file);
  if (analysis.alg != NULL)
    options.solver = analysis.alg;
  return options;
}

static guint
kind_of (SimOption option)
{
  guint kind = 0;

  while (KINDS[kind].option != option)
    kind++;
  return kind;
}

double
desk_settings_value (const DeskDocument *document, SimOption option)
{
  SimOptions options = desk_settings (document);
  const double value = *at (&options, KINDS[kind_of (option)].of_run);

  return option == SIM_OPTION_INTERVAL && value == 0 ? NAN : value;
}

/* What is to be changed: the analysis of the diagram, or a new one. */
static DocAnalysis
own_analysis (const DeskDocument *document)
{
  const DocAnalysis analysis = doc_get_analysis (document->doc);
  const double stop = sim_state_options_default ().stop;

  return analysis.exists ? analysis : (DocAnalysis){true, stop, NAN, NAN, NAN, NULL};
}

static char *
write_analysis (DeskDocument *document, const DocAnalysis *analysis)
{
  g_autoptr (GError) error = NULL;

  doc_set_analysis (document->doc, analysis, &error);
  return error != NULL ? g_strdup (error->message) : NULL;
}

char *
desk_settings_set (DeskDocument *document, SimOption option, const char *typed)
{
  const bool is_default = option == SIM_OPTION_INTERVAL && *typed == '\0';
  SimOptions options = desk_settings (document);
  DocAnalysis analysis = own_analysis (document);
  const guint kind = kind_of (option);
  double value = 0;
  SimOption wrong;

  const char *units = KINDS[kind].units;
  g_autofree char *text = g_strdup (typed);
  if (!is_default && (!desk_quantity_point (text) ||
                      !base_unit_parse_quantity (text, units, units, &value)))
    return g_strdup (_ (KINDS[kind].expected));
  double *now = at (&options, KINDS[kind].of_run);
  double *own = at (&analysis, KINDS[kind].of_file);
  const bool is_same = value == *now;
  *now = value;
  options.is_steady = false;
  const char *problem = sim_state_options_wrong (&options, &wrong);
  if (problem != NULL && wrong == option)
    return g_strdup (problem);
  /* Where nothing is written here, it is inherited. */
  *own = is_default && isfinite (*own) ? NAN : value;
  return is_same ? NULL : write_analysis (document, &analysis);
}

char *
desk_settings_set_solver (DeskDocument *document, const char *name)
{
  DocAnalysis analysis = own_analysis (document);

  analysis.alg = name;
  return strcmp (name, desk_settings (document).solver) != 0
             ? write_analysis (document, &analysis)
             : NULL;
}
