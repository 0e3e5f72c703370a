import type { JsonTranscript } from '#contracts/transcript.ts'

export type TranscriptParagraph = { start: number; speaker?: string; text: string }

/** In characters. A paragraph ends with a sentence once it has the first, and anywhere once it has the second. */
const [LONG, TOO_LONG] = [280, 600]

/** The lines of a transcript as paragraphs to be read: each ends with a sentence, or when somebody else speaks. */
export function toParagraphs(segments: JsonTranscript['segments']): TranscriptParagraph[] {
  const paragraphs: TranscriptParagraph[] = []
  let speaker: string | undefined
  let isOpen = false
  for (const { startTime, body, ...said } of segments) {
    const text = body.replaceAll(/\s+/g, ' ').trim()
    const last = paragraphs.at(-1)
    if (last && isOpen && said.speaker === speaker) last.text += ` ${text}`
    // The same speaker is not named again.
    else paragraphs.push({ start: startTime, ...(said.speaker && said.speaker !== speaker && { speaker: said.speaker }), text })
    speaker = said.speaker
    const { length } = paragraphs.at(-1)?.text ?? ''
    isOpen = length < LONG || (length < TOO_LONG && !/[.!?…]["”’)]*$/.test(text))
  }
  return paragraphs
}
