import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from 'pdf-lib'
import { InvalidFileError } from '#server/media/file-errors.ts'

/** Copies an object of a PDF; returns undefined if no part of the object is copied. */
export type Copy = (value: PDFObject | undefined) => PDFObject | undefined
export type Fields = Record<string, Copy>
export type ObjectCopier = ReturnType<typeof createObjectCopier>

const FILTERS = new Set(
  [
    'ASCIIHexDecode',
    'ASCII85Decode',
    'LZWDecode',
    'FlateDecode',
    'RunLengthDecode',
    'CCITTFaxDecode',
    'JBIG2Decode',
    'DCTDecode',
    'JPXDecode',
  ].map((text) => PDFName.of(text)),
)

export const name = (text: string) => PDFName.of(text)

/** Returns fields that copy each of the named dictionary entries with `copy`. The names are separated by spaces. */
export const fields = (names: string, copy: Copy): Fields => Object.fromEntries(names.split(' ').map((key) => [key, copy]))

/** Defers a copy function that is defined further below. */
export const later =
  (copy: () => Copy): Copy =>
  (value) =>
    copy()(value)

export const firstOf =
  (...copies: Copy[]): Copy =>
  (value) => {
    for (const copy of copies) {
      const found = copy(value)
      if (found) return found
    }
    return undefined
  }

/** Copies objects from one PDF to another. Only entries that the caller lists are copied from a dictionary or stream. */
export function createObjectCopier(source: PDFContext, target: PDFContext) {
  const resolve = (value: PDFObject | undefined) => (value instanceof PDFRef ? source.lookup(value) : value)

  const plain: Copy = (value) => {
    const found = resolve(value)
    if (found instanceof PDFArray) return listOf(plain)(found)
    return found instanceof PDFNumber || found instanceof PDFBool || found instanceof PDFName || found === PDFNull ? found : undefined
  }
  const text: Copy = (value) => {
    const found = resolve(value)
    return found instanceof PDFString || found instanceof PDFHexString ? found : undefined
  }
  const listOf =
    (copy: Copy): Copy =>
    (value) => {
      const found = resolve(value)
      if (!(found instanceof PDFArray)) return undefined
      const list = PDFArray.withContext(target)
      for (const item of found.asArray()) list.push(copy(item) ?? PDFNull)
      return list
    }
  const dictOf =
    (fields: Fields): Copy =>
    (value) => {
      const found = resolve(value)
      if (!(found instanceof PDFDict)) return undefined
      const dict = PDFDict.withContext(target)
      for (const [key, copy] of Object.entries(fields)) {
        const item = found.has(name(key)) ? copy(found.get(name(key))) : undefined
        if (item) dict.set(name(key), item)
      }
      return dict
    }
  const streamOf =
    (fields: Fields): Copy =>
    (value) => {
      const found = resolve(value)
      if (!(found instanceof PDFRawStream)) return undefined
      const dict = dictOf({ ...fields, Filter: filters, DecodeParms: decodeParameters })(found.dict)
      return dict instanceof PDFDict ? PDFRawStream.of(dict, found.contents) : undefined
    }
  /** Copies an object only once, however often it is referenced, even if it references itself. */
  const shared = (copy: Copy): Copy => {
    const copies = new Map<PDFObject, PDFRef>()
    return (value) => {
      const found = resolve(value)
      if (!(found instanceof PDFDict || found instanceof PDFArray || found instanceof PDFRawStream)) return copy(found)
      const known = copies.get(found)
      if (known) return known
      const ref = target.nextRef()
      copies.set(found, ref)
      target.assign(ref, copy(found) ?? PDFNull)
      return ref
    }
  }

  const filters: Copy = (value) => {
    const found = plain(value)
    const all = found instanceof PDFArray ? found.asArray() : [found]
    if (!all.every((filter) => filter === undefined || filter === PDFNull || (filter instanceof PDFName && FILTERS.has(filter))))
      throw new InvalidFileError('It uses an unsupported compression.')
    return found
  }
  const data = shared((value) => streamOf({})(value))
  const decodeParameter = dictOf({
    ...fields('Predictor Colors BitsPerComponent Columns EarlyChange K EndOfLine EncodedByteAlign Rows EndOfBlock BlackIs1', plain),
    ...fields('DamagedRowsBeforeError ColorTransform', plain),
    JBIG2Globals: data,
  })
  const decodeParameters = firstOf(decodeParameter, listOf(decodeParameter))

  return { target, resolve, plain, text, listOf, dictOf, streamOf, shared, data }
}
