/** Abbreviations whose period does not end a sentence. */
const ABBREVIATION = /(?:^|\s)(?:Mrs?|Ms|Drs?|Prof|Rev|St|Sr|Jr|vs|No|cf|e\.g|i\.e|\p{Lu})\.\s*$/u
/** Maximum length of an utterance, in characters. Browsers stop in the middle of an utterance that takes longer than 15 seconds. */
const MAX_LENGTH = 220

export type Sentence = { from: number; to: number }

/** Splits a text into sentences, without surrounding spaces. Very long sentences are split at commas. */
export function splitSentences(text: string, language: string): Sentence[] {
  const sentences: Sentence[] = []
  for (const { from, to } of joinParts(text, segment(text, language))) {
    for (let start = from; start < to; ) {
      const end = to - start > MAX_LENGTH ? start + findPause(text.slice(start, start + MAX_LENGTH)) : to
      const trimmed = trim(text, start, end)
      if (trimmed.to > trimmed.from) sentences.push(trimmed)
      start = end
    }
  }
  return sentences
}

function segment(text: string, language: string): Sentence[] {
  // The fallback is for supported browsers without `Intl.Segmenter` (docs/decisions/0079).
  if (!Intl.Segmenter) return [...text.matchAll(/[^.!?…]+[.!?…]*["”’)]*\s*/g)].map(toSentence)
  return [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)].map(({ segment: part, index }) => ({
    from: index,
    to: index + part.length,
  }))
}

const toSentence = (match: RegExpExecArray): Sentence => ({ from: match.index, to: match.index + match[0].length })

/** Joins a sentence with the previous one if the previous one ends with an abbreviation or the sentence begins with a lowercase letter. */
function joinParts(text: string, sentences: Sentence[]): Sentence[] {
  return sentences.reduce<Sentence[]>((joined, sentence) => {
    const last = joined.at(-1)
    if (last && (ABBREVIATION.test(text.slice(last.from, last.to)) || /^\p{Ll}/u.test(text.slice(sentence.from)))) last.to = sentence.to
    else joined.push({ ...sentence })
    return joined
  }, [])
}

/** Returns the offset after the last comma, semicolon, colon or dash in a text, or else after its last space. */
function findPause(text: string): number {
  const comma = Math.max(...[', ', '; ', ': ', ' – ', '— '].map((pause) => text.lastIndexOf(pause) + pause.length))
  if (comma > MAX_LENGTH / 3) return comma
  const space = text.lastIndexOf(' ')
  return space > 0 ? space + 1 : text.length
}

function trim(text: string, from: number, to: number): Sentence {
  const part = text.slice(from, to)
  const start = from + part.length - part.trimStart().length
  return { from: start, to: start + part.trim().length }
}
