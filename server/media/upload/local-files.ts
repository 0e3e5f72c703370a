import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { RequireFreeSpace } from '#server/platform/files/free-disk-space.ts'
import { hashFile } from '#server/platform/files/hash-file.ts'
import { fileTooLarge, unreadableFile } from '#server/platform/problems.ts'
import { HEAD_BYTES } from './media-type.ts'
import { withOwnFolder } from './own-folder.ts'
import { type FileRule, receiveFile, requireFormat, type UploadedFile } from './receive-file.ts'

/** A file on the server's machine, for a form field */
export type LocalFile = FileRule & { field: string; path: string; filename: string }
type FormFiles = { files: Record<string, UploadedFile> }

/** Copies files to a folder below `tempFolder` as if they were uploaded in a form, runs `work`, and removes the copies. */
export function withLocalFiles<Result>(
  localFiles: LocalFile[],
  { tempFolder, requireFreeSpace }: { tempFolder: string; requireFreeSpace: RequireFreeSpace },
  work: (form: FormFiles) => Promise<Result>,
): Promise<Result> {
  return withOwnFolder(tempFolder, async (folder) => {
    const files: Record<string, UploadedFile> = {}
    for (const { path, ...rule } of localFiles)
      files[rule.field] = await receiveFile(createReadStream(path), { ...rule, folder, requireFreeSpace })
    return work({ files })
  })
}

/** Checks a file on the server's machine in the same way as `receiveFile` checks an uploaded file. The file is not moved. */
export async function checkLocalFile(
  path: string,
  { field, filename, format, limitBytes }: FileRule & { field: string; filename: string },
): Promise<UploadedFile> {
  const { size } = await stat(path)
  if (size > limitBytes) throw fileTooLarge(field, limitBytes)
  if (size === 0) throw unreadableFile(field, 'The file is empty.')
  const type = requireFormat(await buffer(createReadStream(path, { end: HEAD_BYTES - 1 })), format, field)
  return { path, bytes: size, sha256: await hashFile(path), filename, field, type }
}
