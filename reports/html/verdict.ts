import type { Verdict } from '../../harness/records.ts';
import { html, type Markup } from './markup.ts';

/** The verdict, and why it is no better. @param passed what a pass says in words. */
export function verdictSection({ reasons, result }: Verdict, passed: string): Markup {
  const said = {
    passed: `Passed: ${passed}`,
    failed: 'Failed: at least one gate does not hold.',
    unchecked: 'Unchecked: nothing proves these figures.',
  };
  const shown = result === 'passed' ? [] : reasons.slice(0, 10);
  const more = reasons.length - shown.length;
  return html`<section class="verdict ${result}" aria-label="Verdict">
<p><strong>${said[result]}</strong></p>
${shown.length > 0 && html`<ul>${shown.map((reason) => html`<li>${reason}</li>`)}</ul>`}
${result !== 'passed' && more > 0 && html`<p>and ${more} more in manifest.json</p>`}
</section>`;
}
