import { FILE_FORMATS, hasAbility, READABLE_FORMATS } from '#contracts/common/file-formats.ts'
import { EDITION_LENGTH } from '#contracts/reading/place-words.ts'

/** Properties of the file at a URL, on which the viewer depends. */
export type DocumentFile = {
  /** Identifies the edition; undefined for a document that is not a stored file, of which the server has no text and no images */
  edition: string | undefined
  /** Name of the format, for the label of the download */
  label: string
  /** Whether the file is printed on pages, which pdf.js can render as well. Other documents are only read as text. */
  hasPages: boolean
}

const URL_OF_FILE = /\/media\/([0-9a-f]{64})\.([a-z0-9]{2,5})(?:\?|$)/

/** Describes the file at a URL. A document that is not a stored file is a PDF. */
export function describeFile(url: string): DocumentFile {
  const [, digest, extension] = URL_OF_FILE.exec(url) ?? []
  const format = READABLE_FORMATS.find((each) => Object.values<string>(FILE_FORMATS[each].types).includes(extension ?? ''))
  if (!digest || !format) return { edition: undefined, label: FILE_FORMATS.pdf.label, hasPages: true }
  return { edition: digest.slice(0, EDITION_LENGTH), label: FILE_FORMATS[format].label, hasPages: hasAbility(format, 'pages') }
}
