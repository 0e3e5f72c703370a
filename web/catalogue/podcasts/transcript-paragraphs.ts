import type { JsonTranscript } from '#contracts/catalogue/transcript.ts'

export type TranscriptParagraph = { start: number; speaker?: string; text: string }

/** Paragraph lengths in characters: from `LONG`, a paragraph ends at the next sentence end; from `TOO_LONG`, after the current line. */
const [LONG, TOO_LONG] = [280, 600]

/**
 * Joins the lines of a transcript into paragraphs. A paragraph ends when the speaker changes, or at a sentence end once it is long enough.
 */
export function toParagraphs(segments: JsonTranscript['segments']): TranscriptParagraph[] {
  const paragraphs: TranscriptParagraph[] = []
  let speaker: string | undefined
  let isOpen = false
  for (const { startTime, body, ...said } of segments) {
    const text = body.replaceAll(/\s+/g, ' ').trim()
    const last = paragraphs.at(-1)
    if (last && isOpen && said.speaker === speaker) last.text += ` ${text}`
    // The speaker is named only in the first of consecutive paragraphs by the same speaker.
    else paragraphs.push({ start: startTime, ...(said.speaker && said.speaker !== speaker && { speaker: said.speaker }), text })
    speaker = said.speaker
    const { length } = paragraphs.at(-1)?.text ?? ''
    isOpen = length < LONG || (length < TOO_LONG && !/[.!?…]["”’)]*$/.test(text))
  }
  return paragraphs
}
