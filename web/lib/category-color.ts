const COLORS: Record<string, string> = {
  'Relationship Coaching': 'bg-relationship',
  'Ladies Empowerment': 'bg-ladies',
  'Gents Empowerment': 'bg-gents',
  'Spiritual and Personal Development': 'bg-spirit',
  'Personal Development': 'bg-spirit',
  'Teen Coaching': 'bg-teen',
  'Book Writing': 'bg-writing',
}

/** Returns the CSS class for the background color of an item's first known category. */
export function categoryColor(categories: readonly string[]): string {
  return categories.map((name) => COLORS[name]).find(Boolean) ?? 'bg-night'
}
