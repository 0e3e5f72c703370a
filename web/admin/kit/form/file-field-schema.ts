import { useEffect, useState } from 'react'
import { z } from 'zod'
import { DEFAULT_FILE_LIMITS, FileLimits } from '#contracts/common/upload.ts'
import { read } from '#web/admin/kit/api.ts'
import { formatBytes } from '#web/lib/format/bytes.ts'
import { isHeic } from './shrink-photo.ts'

type Kind = {
  missing: string
  wrong: string
  /** Names of the accepted file formats, displayed as a hint below the field */
  formats?: string
  limit: keyof FileLimits
  accept: string
  looksRight: (file: File) => boolean | Promise<boolean>
}

/**
 * Kinds of files that the API accepts, with checks in the browser. The API validates the whole file; the checks avoid uploads that are
 * bound to fail, since browsers read an early rejection only after they have sent the whole file.
 */
export const FILE_KINDS = {
  image: {
    missing: 'Choose an image.',
    formats: 'JPEG, PNG, WebP or AVIF',
    wrong: 'Choose a JPEG, PNG, WebP or AVIF image.',
    limit: 'imageBytes',
    // `accept` names each image format: with `image/*`, phones don't convert HEIC photos to JPEG.
    accept: 'image/jpeg,image/png,image/webp,image/avif',
    looksRight: async (file) => /^(\xff\xd8\xff|\x89PNG|RIFF....WEBP|....ftyp(avi[fs]|mif1|msf1))/s.test(await firstBytes(file, 16)),
  },
  pdf: {
    missing: 'Choose a PDF file.',
    wrong: 'Choose a PDF document; this file isn’t one.',
    limit: 'pdfBytes',
    accept: 'application/pdf,.pdf',
    // PDF readers accept a header anywhere in the first kilobyte.
    looksRight: async (file) => (await firstBytes(file, 1024)).includes('%PDF-'),
  },
  audio: {
    missing: 'Choose an audio file.',
    formats: 'MP3, M4A, M4B, 3GP, OGG, FLAC or WAV',
    wrong: 'Choose an MP3, M4A, M4B, 3GP, OGG, FLAC or WAV recording.',
    limit: 'audioBytes',
    accept: 'audio/*,.m4a,.m4b,.opus,.3gp,.3g2,.qta,.mov',
    // Browsers recognize some audio files only by their extension, and report others as video.
    looksRight: (file) =>
      /^audio\/|^video\/(mp4|ogg|webm|3gpp2?|quicktime)|^application\/ogg/.test(file.type) ||
      /\.(mp3|m4a|m4b|3gp|3g2|qta|mov|ogg|opus|flac|wav|aac)$/i.test(file.name),
  },
  transcript: {
    missing: 'Choose a transcript.',
    wrong: 'Choose a transcript in WebVTT (.vtt) or SubRip (.srt).',
    limit: 'transcriptBytes',
    accept: '.vtt,.srt,text/vtt,application/x-subrip',
    looksRight: (file) => /\.(vtt|srt)$/i.test(file.name),
  },
} satisfies Record<string, Kind>

const HEIC =
  'This is a HEIC photo, which this browser can’t convert. Open this page in Safari, or save the photo as JPEG: on an iPhone, under Settings, Camera, Formats, “Most Compatible”.'

async function firstBytes(file: Blob, count: number): Promise<string> {
  return String.fromCharCode(...new Uint8Array(await file.slice(0, count).arrayBuffer()))
}

export type FileKind = keyof typeof FILE_KINDS

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

export function useFileLimits(): FileLimits {
  const [limits, setLimits] = useState(current)
  useEffect(() => void readFileLimits().then(setLimits), [])
  return limits
}

/** Returns the schema for a selected file of a kind, which must be neither empty nor too large. */
export function chosenFile(kind: FileKind, readLimits = readFileLimits) {
  const { missing, wrong, limit, looksRight }: Kind = FILE_KINDS[kind]
  return z
    .instanceof(typeof File === 'undefined' ? Blob : File, { error: missing })
    .refine((file) => file.size > 0, { error: 'This file is empty.', abort: true })
    .superRefine(async (file, context) => {
      // The checks of a selected file run in sequence in one function, because zod runs asynchronous checks in parallel.
      const max = (await readLimits())[limit]
      if (file.size > max) context.addIssue(`Choose a file of at most ${formatLimit(max)}.`)
      else if (kind === 'image' && (await isHeic(file))) context.addIssue(HEIC)
      else if (!(await looksRight(file as File))) context.addIssue(wrong)
    })
}

/** Returns the schema for a selected file of a kind, or for an empty string, which removes the stored file. */
export function removableFile(kind: FileKind, readLimits = readFileLimits) {
  return z.union([chosenFile(kind, readLimits), z.literal('')], {
    // The error of the file schema replaces the error of the union, whose message is “Invalid input”.
    error: (issue) => (issue.code === 'invalid_union' ? issue.errors[0]?.[0]?.message : undefined),
  })
}
