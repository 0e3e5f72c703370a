import type { JsonTranscript } from '#contracts/catalogue/transcript.ts'

export type TranscriptParagraph = { start: number; speaker?: string; text: string }

/** Length in characters from which a paragraph ends with the next sentence, and from which it ends anywhere. */
const [LONG, TOO_LONG] = [280, 600]

/** Joins the lines of a transcript into paragraphs: each ends with a sentence, or when the speaker changes. */
export function toParagraphs(segments: JsonTranscript['segments']): TranscriptParagraph[] {
  const paragraphs: TranscriptParagraph[] = []
  let speaker: string | undefined
  let isOpen = false
  for (const { startTime, body, ...said } of segments) {
    const text = body.replaceAll(/\s+/g, ' ').trim()
    const last = paragraphs.at(-1)
    if (last && isOpen && said.speaker === speaker) last.text += ` ${text}`
    // The speaker is only named at the first of consecutive paragraphs.
    else paragraphs.push({ start: startTime, ...(said.speaker && said.speaker !== speaker && { speaker: said.speaker }), text })
    speaker = said.speaker
    const { length } = paragraphs.at(-1)?.text ?? ''
    isOpen = length < LONG || (length < TOO_LONG && !/[.!?…]["”’)]*$/.test(text))
  }
  return paragraphs
}
