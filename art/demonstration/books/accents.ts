/** Each book's second ink, taken from its cover and dark enough to be read on white. */
export const accents: Record<string, string> = {
  'the-lamp-and-the-letter': '#9a5a16',
  'a-house-for-two': '#9a3826',
  'the-table-we-set': '#7c2f5c',
  'sow-in-season': '#2f6a41',
  'crossing-before-rain': '#1f6470',
  'strength-without-noise': '#8a5a12',
  'the-quiet-father': '#1f5c4e',
  'her-own-name': '#b0452c',
  'the-market-at-dawn': '#b03a2a',
  'before-you-say-yes': '#1f6468',
  'after-the-argument': '#a04a38',
  'first-draft-by-harvest': '#8a5a12',
  'the-page-a-day': '#3b4a86',
  'who-told-you-that': '#5b3a72',
  'forty-mornings': '#8a3d4a',
}
