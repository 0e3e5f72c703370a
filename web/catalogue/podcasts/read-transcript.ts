import type { JsonTranscript } from '#contracts/catalogue/transcript.ts'
import { type Api, isNotFound } from '#web/lib/api/api.ts'
import { type TranscriptParagraph, toParagraphs } from './transcript-paragraphs.ts'

/** Maximum number of transcript characters in the HTML of an episode page, which limits the page's size; about 15 minutes of speech. */
const LONGEST_IN_PAGE = 12_000

export type PageTranscript = { paragraphs: TranscriptParagraph[]; isWhole: boolean }

/**
 * Returns the public part of an episode's transcript, truncated to the maximum length in a page. Returns no paragraphs if the episode has
 * no transcript.
 */
export async function readTranscript(api: Pick<Api, 'call'>, id: string): Promise<PageTranscript> {
  const all = await readWholeTranscript(api, id).catch((error: unknown) => {
    if (isNotFound(error)) return []
    throw error
  })
  let length = 0
  const paragraphs = all.filter(({ text }) => {
    length += text.length
    return length <= LONGEST_IN_PAGE
  })
  return { paragraphs, isWhole: paragraphs.length === all.length }
}

export async function readWholeTranscript(api: Pick<Api, 'call'>, id: string, signal?: AbortSignal): Promise<TranscriptParagraph[]> {
  const answer = await api.call(`/podcasts/${encodeURIComponent(id)}/transcript.json`, signal && { signal })
  return toParagraphs(((await answer.json()) as JsonTranscript).segments)
}
