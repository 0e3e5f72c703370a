import { useEffect, useState } from 'react'
import { z } from 'zod'
import { FILE_FORMATS, type FileFormat } from '#contracts/common/file-formats.ts'
import { DEFAULT_FILE_LIMITS, FileLimits } from '#contracts/common/upload.ts'
import { read } from '#web/admin/kit/api.ts'
import { formatBytes } from '#web/lib/format/bytes.ts'
import { isHeic } from './shrink-photo.ts'

/**
 * Checks of chosen files in the browser, and the types that file inputs offer. The API validates the whole file; the checks avoid uploads
 * that are bound to fail, since browsers read an early rejection only after they have sent the whole file.
 */
const CHECKS: Record<FileFormat, { accept: string; looksRight: (file: File) => boolean | Promise<boolean> }> = {
  image: {
    // `accept` names each image format: with `image/*`, phones don't convert HEIC photos to JPEG.
    accept: 'image/jpeg,image/png,image/webp,image/avif',
    looksRight: async (file) => /^(\xff\xd8\xff|\x89PNG|RIFF....WEBP|....ftyp(avi[fs]|mif1|msf1))/s.test(await firstBytes(file, 16)),
  },
  pdf: {
    accept: 'application/pdf,.pdf',
    // PDF readers accept a header anywhere in the first kilobyte.
    looksRight: async (file) => (await firstBytes(file, 1024)).includes('%PDF-'),
  },
  epub: {
    accept: 'application/epub+zip,.epub',
    looksRight: async (file) => (await firstBytes(file, 4)) === 'PK\x03\x04',
  },
  audio: {
    accept: 'audio/*,.m4a,.m4b,.opus,.3gp,.3g2,.qta,.mov,.zip',
    // Browsers recognize some audio files only by their extension, and report others as video.
    looksRight: (file) =>
      /^audio\/|^video\/(mp4|ogg|webm|3gpp2?|quicktime)|^application\/ogg/.test(file.type) ||
      /\.(mp3|m4a|m4b|3gp|3g2|qta|mov|ogg|opus|flac|wav|aac|zip)$/i.test(file.name),
  },
  transcript: {
    accept: '.vtt,.srt,text/vtt,application/x-subrip',
    looksRight: (file) => /\.(vtt|srt)$/i.test(file.name),
  },
}

/** Returns the types that a file input of a format offers. */
export const acceptedTypes = (format: FileFormat): string => CHECKS[format].accept

const HEIC =
  'This is a HEIC photo, which this browser can’t convert. Open this page in Safari, or save the photo as JPEG: on an iPhone, under Settings, Camera, Formats, “Most Compatible”.'

async function firstBytes(file: Blob, count: number): Promise<string> {
  return String.fromCharCode(...new Uint8Array(await file.slice(0, count).arrayBuffer()))
}

/** Formats an upload limit as "15 MB"; the format for file sizes would display "15.0 MB". */
export function formatLimit(bytes: number): string {
  return formatBytes(bytes).replace(/\.0+ /, ' ')
}

let request: Promise<FileLimits> | undefined
let current = DEFAULT_FILE_LIMITS

/** Returns the upload limits of the server. The limits are fetched once, and again after a failure; until then, the defaults apply. */
function readFileLimits(): Promise<FileLimits> {
  request ??= fetchLimits().catch(() => {
    request = undefined
    return current
  })
  return request
}

async function fetchLimits() {
  current = await read(FileLimits, '/file-limits')
  return current
}

/** Returns the size limit of files of a format in bytes. */
export function useFileLimit(format: FileFormat): number {
  const [limits, setLimits] = useState(current)
  useEffect(() => void readFileLimits().then(setLimits), [])
  return limits[`${format}Bytes`]
}

/** Returns the schema for a selected file of a format, which must be neither empty nor too large. */
export function chosenFile(format: FileFormat, readLimits = readFileLimits) {
  const { missing, expected } = FILE_FORMATS[format]
  // All checks are in one function, in order: zod runs asynchronous checks in parallel, and an error of `z.instanceof` would prevent checks
  // of the whole form.
  return z.custom<File>().superRefine(async (file, context) => {
    if (!(file instanceof Blob)) return context.addIssue(missing)
    if (file.size === 0) return context.addIssue('This file is empty.')
    const max = (await readLimits())[`${format}Bytes`]
    if (file.size > max) context.addIssue(`Choose a file of at most ${formatLimit(max)}.`)
    else if (format === 'image' && (await isHeic(file))) context.addIssue(HEIC)
    else if (!(await CHECKS[format].looksRight(file))) context.addIssue(expected)
  })
}

/** Returns the schema for a selected file of a format, or for an empty string, which removes the stored file. */
export function removableFile(format: FileFormat, readLimits = readFileLimits) {
  return z.union([chosenFile(format, readLimits), z.literal('')], {
    // The error of the file schema replaces the error of the union, whose message is “Invalid input”.
    error: (issue) => (issue.code === 'invalid_union' ? issue.errors[0]?.[0]?.message : undefined),
  })
}
