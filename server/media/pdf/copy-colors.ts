import { PDFArray, PDFName, PDFNull } from 'pdf-lib'
import { type Copy, type Fields, fields, firstOf, later, type ObjectCopier } from './copy-objects.ts'

/** Copies functions and color spaces of a PDF. */
export function createColorCopier({ target, resolve, plain, text, listOf, dictOf, streamOf, shared, data }: ObjectCopier) {
  const functionFields: Fields = {
    ...fields('FunctionType Domain Range Size BitsPerSample Order Encode Decode C0 C1 N Bounds', plain),
    Functions: listOf(later(() => func)),
  }
  const func: Copy = shared(firstOf(streamOf(functionFields), dictOf(functionFields)))
  const functions: Copy = firstOf(listOf(func), func)

  const profile = shared(streamOf({ ...fields('N Range', plain), Alternate: later(() => colorSpace) }))
  const lookupTable = firstOf(text, data)
  const colorSpaceParts: Record<string, Copy[]> = {
    ...Object.fromEntries(
      ['CalGray', 'CalRGB', 'Lab'].map((family) => [family, [dictOf(fields('WhitePoint BlackPoint Gamma Matrix Range', plain))]]),
    ),
    ICCBased: [profile],
    Indexed: [later(() => colorSpace), plain, lookupTable],
    I: [later(() => colorSpace), plain, lookupTable],
    Separation: [plain, later(() => colorSpace), func],
    DeviceN: [plain, later(() => colorSpace), func],
    Pattern: [later(() => colorSpace)],
  }
  const colorSpaceList: Copy = shared((value) => {
    if (!(value instanceof PDFArray)) return undefined
    const [family, ...parts] = value.asArray()
    const familyName = resolve(family)
    if (!(familyName instanceof PDFName)) return undefined
    const list = PDFArray.withContext(target)
    list.push(familyName)
    const copies = colorSpaceParts[familyName.decodeText()] ?? []
    for (const [index, copy] of copies.entries()) if (parts[index]) list.push(copy(parts[index]) ?? PDFNull)
    return list
  })
  const colorSpace: Copy = (value) => {
    const found = resolve(value)
    return found instanceof PDFName ? found : found instanceof PDFArray ? colorSpaceList(found) : undefined
  }

  return { func, functions, colorSpace }
}
