import type { Chapter } from '#contracts/catalogue/chapter.ts'
import type { Podcast, PodcastDetails } from '#contracts/catalogue/podcast.ts'
import type { Cue } from '#contracts/catalogue/transcript.ts'
import { isFree } from '#contracts/shop/price.ts'
import type { ProductKind } from '#contracts/shop/product.ts'
import { recordingPreviewSeconds } from '#server/media/audio/recording-preview-length.ts'
import type { SignedUrls } from '#server/media/store/signed-urls.ts'
import { forbidden, notFound } from '#server/platform/problems.ts'
import type { ItemPreview } from '#server/product-directory.ts'

export type TranscriptService = ReturnType<typeof createTranscriptService>

export type TranscriptServiceDeps = {
  /** Finds episodes of the catalogue. @throws notFound, gone */
  episodes: {
    view: (idOrSlug: string) => Promise<PodcastDetails>
    /** Finds an episode in any state, such as a withdrawn one, for its buyers. @throws notFound */
    viewInAllStates: (idOrSlug: string) => Promise<PodcastDetails>
    viewForFeeds: (idOrSlug: string, preview?: ItemPreview) => Promise<Podcast & { seconds: number }>
    /** Lists the cues of a transcript in order; with `endsBy`, only cues that end by that second */
    readTranscript: (id: string, options: { endsBy?: number }) => Promise<Cue[]>
  }
  /** Lists the chapters of a book’s audiobook. @throws notFound, gone */
  books: { listAudioChapters: (idOrSlug: string) => Promise<Chapter[]> }
  signedUrls: Pick<SignedUrls, 'verify'>
  /** Returns whether an entitlement grants access to a file */
  mayOpen: (entitlementId: string, fileKey: string) => Promise<boolean>
}

/** Serves public chapters and transcripts, and whole transcripts for buyers. */
export function createTranscriptService({ episodes, books, signedUrls, mayOpen }: TranscriptServiceDeps) {
  async function read(podcast: Podcast, endsBy?: number): Promise<Cue[]> {
    const cues = podcast.hasTranscript ? await episodes.readTranscript(podcast.id, { endsBy }) : []
    if (cues.length === 0) throw notFound('transcript')
    return cues
  }

  return {
    chapters: async (kind: ProductKind, idOrSlug: string): Promise<Chapter[]> => {
      const chapters = kind === 'book' ? await books.listAudioChapters(idOrSlug) : (await episodes.view(idOrSlug)).chapters
      if (chapters.length === 0) throw notFound('chapter')
      return chapters
    },

    /**
     * Returns the public transcript. For a priced episode, that is the cues within the preview of the recording, computed from its real
     * length. `unpublished` is an unpublished item that the visitor may preview.
     */
    preview: async (idOrSlug: string, unpublished?: ItemPreview): Promise<Cue[]> => {
      const podcast = await episodes.viewForFeeds(idOrSlug, unpublished)
      return read(podcast, isFree(podcast.price) ? undefined : recordingPreviewSeconds(podcast.seconds))
    },

    /** Returns the whole transcript for a grant of the recording. @throws forbidden when the grant is invalid, expired or revoked */
    whole: async (idOrSlug: string, grant: string): Promise<Cue[]> => {
      const podcast = await episodes.viewInAllStates(idOrSlug)
      const verified = signedUrls.verify(grant, podcast.audioUrl)
      if (!verified || !(await mayOpen(verified.entitlementId, podcast.audioUrl))) throw forbidden('Only buyers can open this transcript')
      return read(podcast)
    },
  }
}
