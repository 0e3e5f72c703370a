import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RequireFreeSpace } from '#server/platform/files/free-disk-space.ts'
import { type FileRule, receiveFile, type UploadedFile } from './uploaded-file.ts'

/** A file on this machine, for a field of a form */
export type LocalFile = FileRule & { field: string; path: string; filename: string }
type FormFiles = { files: Record<string, UploadedFile>; discard: () => Promise<void> }

/** Takes files in as a form would bring them, does the work, and leaves nothing of them below `tempFolder`, whatever comes of it. */
export async function withLocalFiles<Result>(
  localFiles: LocalFile[],
  { tempFolder, requireFreeSpace }: { tempFolder: string; requireFreeSpace: RequireFreeSpace },
  work: (form: FormFiles) => Promise<Result>,
): Promise<Result> {
  // Of its own, since what is prepared beside the files goes with it.
  const folder = join(tempFolder, randomUUID())
  const discard = () => rm(folder, { recursive: true, force: true })
  try {
    await mkdir(folder)
    const files: Record<string, UploadedFile> = {}
    for (const { path, ...rule } of localFiles)
      files[rule.field] = await receiveFile(createReadStream(path), { ...rule, folder, requireFreeSpace })
    return await work({ files, discard })
  } finally {
    await discard()
  }
}
