import type { Cue } from '#contracts/catalogue/transcript.ts'
import { runSandboxTask } from '#server/media/sandbox/sandbox.ts'
import type { UploadedFile } from '#server/media/upload/receive-file.ts'
import { refuseFor } from './prepared-file.ts'

/** Reads the cues of a transcript. Throws a problem (400) for the field. */
export async function prepareTranscript(file: UploadedFile): Promise<Cue[]> {
  const reading = runSandboxTask({ kind: 'transcript', path: file.path })
  return (await reading.catch(refuseFor(file.field, 'This transcript can’t be used. '))).cues
}
