/** A condition that narrows a capability: as cards put it, then as other people put it. */
export type Scope = readonly [string, string];

/** Scopes that any capability may have, most common first. Every scope is a different wish. */
export const SCOPES: readonly Scope[] = `
  in bulk|many at once
  in real time|live as it happens
  on a schedule|at set times
  from a spreadsheet|out of an excel workbook
  by region|territory by territory
  per customer|for every client
  as pdf|in a printable document
  for a date range|between two days
  with approval steps|after a manager agrees
  from email|out of an inbox
  in multiple languages|for speakers of other tongues
  by location|near a place
  with templates|starting with a standard form
  by priority|most urgent first
  by voice|just speaking
  over sms|to a phone number
  across currencies|in dollars and euros alike
  offline|without internet
  with audit history|keeping a trail of changes
  for teams|together with colleagues
  on mobile|on my phone
  for compliance|so that regulators are satisfied
  without duplicates|skipping repeats
  with citations|naming sources
  from a photo|given a snapshot
  within a budget limit|below a spending ceiling
  for beginners|at novice level
  anonymously|hiding names
  by supplier|vendor after vendor
  in json|machine readable
  with reminders|nudging those who forget
  using natural language|in plain words
  by webhook|whenever an event fires
  in nightly batches|while we sleep
  with role permissions|depending on access rights
  against a baseline|relative to last year
  with confidence scores|saying how certain it is
  by category|group after group
  for children|suitable for kids
  with version control|keeping earlier revisions
  in the browser|inside a web tab
  as csv|comma separated
  for the public sector|at government offices
  with unit conversion|in metric or imperial
  by barcode|reading the printed stripes
  for accessibility|for people with disabilities
  under load|at peak hours
  from the command line|in a terminal window
`
  .trim()
  .split('\n')
  .map((line) => {
    const [card = '', other = ''] = line.trim().split('|');
    return [card, other] as const;
  });
