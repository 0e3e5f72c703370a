import { z } from 'zod'
import { formatBytes } from '../upload/progress.ts'

const MB = 1024 * 1024

type Kind = { missing: string; wrong: string; limit: number; accept: string; looksRight: (file: File) => boolean | Promise<boolean> }

/**
 * What the API takes by default. It reads the whole file and has the last word; this spares an upload that can't succeed,
 * since a browser listens to a refusal only when it has sent everything.
 */
export const FILE_KINDS = {
  image: {
    missing: 'Choose an image.',
    wrong: 'Choose a JPEG, PNG, WebP or AVIF picture.',
    limit: 15 * MB,
    // Without image/* a phone hands over its HEIC photographs as JPEG.
    accept: 'image/jpeg,image/png,image/webp,image/avif',
    looksRight: async (file) => /^(\xff\xd8\xff|\x89PNG|RIFF....WEBP|....ftyp(avi[fs]|mif1|msf1))/s.test(await firstBytes(file, 16)),
  },
  pdf: {
    missing: 'Choose a PDF file.',
    wrong: 'Choose a PDF document; this file isn’t one.',
    limit: 500 * MB,
    accept: 'application/pdf,.pdf',
    // Readers accept a PDF whose header comes within the first kilobyte.
    looksRight: async (file) => (await firstBytes(file, 1024)).includes('%PDF-'),
  },
  audio: {
    missing: 'Choose an audio file.',
    wrong: 'Choose an MP3, M4A, M4B, OGG, FLAC or WAV recording.',
    limit: 1024 * MB,
    accept: 'audio/*,.m4a,.m4b,.opus',
    // Browsers know some audio files only by their names, and call others video.
    looksRight: (file) =>
      /^audio\/|^video\/(mp4|ogg|webm)|^application\/ogg/.test(file.type) || /\.(mp3|m4a|m4b|ogg|opus|flac|wav|aac)$/i.test(file.name),
  },
} satisfies Record<string, Kind>

async function firstBytes(file: Blob, count: number): Promise<string> {
  return String.fromCharCode(...new Uint8Array(await file.slice(0, count).arrayBuffer()))
}

export type FileKind = keyof typeof FILE_KINDS

/** A chosen file of a kind that isn't empty or too large. */
export function chosenFile(kind: FileKind) {
  const { missing, wrong, limit, looksRight }: Kind = FILE_KINDS[kind]
  return z
    .instanceof(typeof File === 'undefined' ? Blob : File, { error: missing })
    .refine((file) => file.size > 0, { error: 'This file is empty.', abort: true })
    .refine((file) => file.size <= limit, { error: `Choose a file of at most ${formatBytes(limit).replace('.0 ', ' ')}.`, abort: true })
    .refine((file) => looksRight(file as File), wrong)
}
