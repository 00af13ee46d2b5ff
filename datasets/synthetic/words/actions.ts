/** Something an agent can do: verbs that mean it, the usual one first. No verb stands in two rows. */
export type Action = readonly string[];

/** What agents do. */
export const ACTIONS: readonly Action[] = `
  search find locate
  fetch get retrieve
  create generate produce
  list enumerate browse
  update edit modify
  delete remove erase
  send deliver dispatch
  schedule book plan
  analyze examine study
  summarize condense digest
  track trace follow
  validate verify check
  convert transform
  compare contrast
  monitor watch observe
  recommend suggest propose
  estimate quote appraise
  cancel revoke abort
  approve authorize accept
  reject decline refuse
  translate localize
  classify categorize sort
  extract parse capture
  notify alert inform
  forecast predict project
  reconcile match settle
  audit inspect review
  archive store preserve
  restore recover reinstate
  export download dump
  import upload ingest
  merge combine consolidate
  split divide partition
  rank score prioritize
  route forward direct
  assign allocate delegate
  visualize chart plot
  optimize tune improve
  encrypt protect secure
  share publish distribute
  sign endorse
  clone duplicate copy
  calculate compute measure
  explain clarify describe
  synchronize mirror
  annotate comment tag
  deploy release launch
  register enroll subscribe
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' '));

/** What an object is often about: an invoice, but also an invoice template or an invoice history. Most common first. */
export const HEADS: readonly string[] =
  'status history template summary request type number owner setting group change code rule note limit source location policy link batch feed rating index'.split(
    ' ',
  );
