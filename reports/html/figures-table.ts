import { html, type Markup } from './markup.ts';

/**
 * A table of figures that scrolls by itself where it is too wide.
 *
 * @param name for who does not see it.
 * @param rows the first cell of each says whose it is.
 */
export function figuresTable(name: string, head: readonly string[], rows: readonly (readonly string[])[]): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${name}"><table class="figures">
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([first, ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}
