/** Vocabulary of generated texts, most common word first. */
const WORDS = [
  ...'season harvest patience wisdom river bridge lantern courage promise garden morning mountain covenant daughter father prayer'.split(
    ' ',
  ),
  ...'work money house letter journey silence truth table seed window stone bread teacher student honest quiet brave gentle'.split(' '),
  ...generateWords(6000),
]

/** Returns a text generator; the same seed gives the same texts. */
export function randomTexts(seed: number) {
  const random = randomNumbers(seed)
  // Zipf's law: the word at rank n is used 1/n times as often as the first.
  const word = () => WORDS[Math.floor(WORDS.length ** random()) - 1] ?? ''
  return { words: (count: number) => Array.from({ length: count }, word).join(' ') }
}

function generateWords(count: number): string[] {
  const syllables = 'chi ra mu ta nda ko zi mba re sha vo ngu pi lo we ha du ki sa no'.split(' ')
  const coin = (n: number): string => (n < syllables.length ? '' : coin(Math.floor(n / syllables.length))) + syllables[n % syllables.length]
  return Array.from({ length: count }, (_, at) => coin(at + syllables.length))
}

/** Mulberry32: a fast generator of uniformly distributed numbers between 0 and 1. */
function randomNumbers(seed: number) {
  let state = Math.imul(seed, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
