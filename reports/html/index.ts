import type { RunInsights, RunRecords } from '../../harness/records.ts';
import { chartsOf } from './charts/index.ts';
import { chartFile } from './files.ts';
import { page } from './page.ts';
import { type PageFacts, viewOf } from './view.ts';

export type { PageFacts } from './view.ts';

/** The page of a run, `report.html`, and its charts as files of their own: text in pieces by file name. */
export function htmlReport(
  records: RunRecords,
  insights: RunInsights,
  facts: PageFacts,
): ReadonlyMap<string, Iterable<string>> {
  const view = viewOf(records, insights, facts);
  const charts = chartsOf(view);
  return new Map<string, Iterable<string>>([
    ['report.html', page(view, charts)],
    ...charts.map((chart): [string, Iterable<string>] => [`chart-${chart.id}.svg`, [chartFile(chart)]]),
  ]);
}
