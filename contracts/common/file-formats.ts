/**
 * Formats of the files in forms: the media types of each with their extensions in the store, its names in hints and messages, and its default
 * size limit in megabytes. Files of editions are large and are uploaded in chunks. Further lists of formats derive from this table.
 */
export const FILE_FORMATS = {
  image: {
    types: { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp', 'image/avif': 'avif' },
    missing: 'Choose an image.',
    expected: 'Choose a JPEG, PNG, WebP or AVIF image.',
    names: 'JPEG, PNG, WebP or AVIF',
    limitMb: 15,
    isEdition: false,
  },
  pdf: {
    types: { 'application/pdf': 'pdf' },
    missing: 'Choose a PDF file.',
    expected: 'Choose a PDF document.',
    names: undefined,
    limitMb: 500,
    isEdition: true,
  },
  audio: {
    types: { 'audio/mpeg': 'mp3', 'audio/mp4': 'm4a', 'audio/ogg': 'ogg', 'audio/flac': 'flac', 'audio/wav': 'wav' },
    missing: 'Choose an audio file.',
    expected: 'Choose an MP3, M4A, M4B, 3GP, OGG, FLAC or WAV recording.',
    names: 'MP3, M4A, M4B, 3GP, OGG, FLAC or WAV',
    limitMb: 1024,
    isEdition: true,
  },
  transcript: {
    types: { 'text/vtt': 'vtt', 'application/x-subrip': 'srt' },
    missing: 'Choose a transcript.',
    expected: 'Choose a transcript in WebVTT (.vtt) or SubRip (.srt).',
    names: undefined,
    limitMb: 2,
    isEdition: false,
  },
} as const

type Formats = typeof FILE_FORMATS
export type FileFormat = keyof Formats
/** Format of the files in which items are published */
export type EditionFormat = { [Format in FileFormat]: Formats[Format]['isEdition'] extends true ? Format : never }[FileFormat]
/** Media type of a file that a form accepts */
export type MediaType = { [Format in FileFormat]: keyof Formats[Format]['types'] }[FileFormat]

export const FORMAT_NAMES = Object.keys(FILE_FORMATS) as FileFormat[]
export const EDITION_FORMATS = FORMAT_NAMES.filter((format): format is EditionFormat => FILE_FORMATS[format].isEdition)

/** Format and extension in the store by media type. */
export const MEDIA_TYPES = Object.fromEntries(
  FORMAT_NAMES.flatMap((format) => Object.entries(FILE_FORMATS[format].types).map(([type, extension]) => [type, { format, extension }])),
) as Record<MediaType, { format: FileFormat; extension: string }>
