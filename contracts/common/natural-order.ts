/** Compares two names so that numbers within them are in order: Part 2 before Part 10. */
export const compareNaturally = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare
