import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import type { Place } from '#web/lib/places/book-places.ts'
import { splitSentences } from './sentences.ts'

/** Sentence being read aloud: its position, and the offset `to` of its end in the same block. */
export type SpokenSentence = Place & { to: number }
export type SpeechState = 'idle' | 'speaking' | 'paused'

/**
 * Reads a book aloud, sentence by sentence, skipping pictures and notes. `speak` resolves to true at the end of a sentence, and to false if
 * the voice failed; reading then pauses at the sentence, and `onFailure` is called.
 */
export function createReadAloud({
  speak,
  silence,
  fetchBlocks,
  total,
  language,
  isBehindEnd = () => false,
  onChange,
  onFailure,
}: {
  speak: (text: string) => Promise<boolean>
  silence: () => void
  fetchBlocks: (part: number) => Promise<ReflowBlock[]>
  /** Number of parts of the book's text */
  total: number
  language: string
  /** Returns whether reading pauses before a sentence, since the reader wants to sleep */
  isBehindEnd?: (sentence: SpokenSentence) => boolean
  onChange: (state: SpeechState, sentence: SpokenSentence | undefined) => void
  onFailure: () => void
}) {
  let run = 0
  let sentence: SpokenSentence | undefined

  async function* sentencesFrom(from: Place) {
    for (let part = from.part; part <= total; part++) {
      for (const [block, content] of (await fetchBlocks(part)).entries()) {
        const isFirst = part === from.part && block === from.block
        if ((part === from.part && block < from.block) || content.kind === 'picture' || content.kind === 'note') continue
        const text = speakableText(content)
        for (const { from: offset, to } of splitSentences(text, language))
          if (!isFirst || to > from.offset) yield { text: text.slice(offset, to), at: { part, block, offset, to } }
      }
    }
  }

  async function play(from: Place) {
    const current = ++run
    silence()
    try {
      for await (const { text, at } of sentencesFrom(from)) {
        if (current !== run) return
        sentence = at
        if (isBehindEnd(at)) return pause()
        onChange('speaking', sentence)
        const wasSaid = await speak(text)
        if (current !== run) return
        if (!wasSaid) {
          pause()
          return onFailure()
        }
      }
    } catch {
      // The fetch error is ignored here, since the fetch state reports it.
    }
    if (current === run) stop()
  }

  /** Pauses by canceling the current sentence, which is repeated on resume. Mobile browsers can't resume in the middle of a sentence. */
  function pause() {
    run++
    silence()
    onChange('paused', sentence)
  }

  function stop() {
    run++
    sentence = undefined
    silence()
    onChange('idle', undefined)
  }

  return { play, pause, stop, resume: () => sentence && play(sentence) }
}

/** Returns the text of a block, with superscript note references replaced by spaces, and with a comma after each cell of a table. */
function speakableText(block: Exclude<ReflowBlock, { kind: 'picture' }>): string {
  const texts = block.text.map((span) => (typeof span === 'string' ? span : span[1] === 'sup' ? ' '.repeat(span[0].length) : span[0]))
  return texts.join('').replaceAll('\t', ',')
}
