/** A share or a measure for a person to read, or a dash where there is none. */
export function share(value: number | undefined): string {
  return value === undefined ? '-' : value.toFixed(3);
}

/** A whole number with its thousands apart. */
export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** A difference with its sign; what rounds to 0 has none. */
export function signed(value: number): string {
  const text = value.toFixed(3);
  return value > 0 && !/^[0.]+$/.test(text) ? `+${text}` : text.replace(/^-(?=[0.]+$)/, '');
}

/** A figure with three digits, or with all of those before the point; a dash where there is none. */
export function threeDigits(value: number | undefined): string {
  if (value === undefined) return '-';
  const digits = value >= 99.95 ? 0 : value >= 9.995 ? 1 : value >= 0.9995 ? 2 : 3;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
