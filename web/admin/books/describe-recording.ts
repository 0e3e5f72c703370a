import type { UploadedRecording } from '#contracts/common/upload.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { joinSentences } from '#web/lib/sentences.ts'

/** Returns the sentences about an uploaded audiobook: its length and chapters, and a conversion to come. */
export function describeRecording({ duration, chapters, chaptersLeftOut, convertedFrom }: UploadedRecording): string | undefined {
  const length = `It lasts ${duration}${chapters > 0 ? ` and has ${pluralize(chapters, 'chapter')}` : ''}`
  return joinSentences(
    length,
    chaptersLeftOut > 0 ? `${pluralize(chaptersLeftOut, 'further chapter')} can’t be used` : undefined,
    convertedFrom ? `The audio format is ${convertedFrom}, which few browsers play. It is converted when you save` : undefined,
  )
}
