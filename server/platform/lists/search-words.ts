/** Beginnings of questions that are no subject: “I’m looking for a book about …”, “something for …”, “how do I …”. */
const QUESTION =
  /^(?:(?:i|we) (?:need|want)|(?:i|we)(?:['’]?m| am|['’]?re| are)? ?looking for|looking for|help with|how (?:do|can) (?:i|we)|how to|(?:something|anything)(?: to read)? (?:about|for|on|to)|(?:an? |any |some )?(?:good |new )?(?:books?|podcasts?|episodes?|talks?) (?:about|for|on|to)) /i

/** Words without a meaning of their own, which no item is found by */
const STOP_WORDS = new Set(
  'a about am an and are as at be by can do for from have how i in is it me my of on or our that the their this to was we what when who with you your'.split(
    ' ',
  ),
)

/** Returns the search text without the beginning of a question. */
export function subjectOf(text: string): string {
  const rest = text.replace(QUESTION, '')
  return rest === text ? text : subjectOf(rest)
}

/** Returns the words of a search text without stop words, unless it has no others. */
export function meaningfulWords(text: string): string[] {
  const words = text.split(/\s+/).filter(Boolean)
  const meaningful = words.filter((word) => !STOP_WORDS.has(word.toLowerCase()))
  return meaningful.length > 0 ? meaningful : words
}
