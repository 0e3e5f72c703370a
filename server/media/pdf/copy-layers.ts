import { PDFArray, PDFDict, PDFName, type PDFObject, PDFString } from 'pdf-lib'
import { type Copy, fields, firstOf, name, type ObjectCopier } from './copy-objects.ts'

/** Copies the layers (optional content groups) of the copied content, without the names of the layers. */
export function createLayerCopier({ resolve, plain, listOf, dictOf, shared }: ObjectCopier) {
  /** Only the visibility states of layers are copied, since their names may describe other pages. */
  const usage = dictOf({
    View: dictOf({ ViewState: plain }),
    Print: dictOf({ PrintState: plain }),
    Export: dictOf({ ExportState: plain }),
    Zoom: dictOf(fields('min max', plain)),
  })
  const groups = new Map<PDFObject, PDFObject>()
  const layerName: Copy = () => PDFString.of('Layer')
  const group = shared(dictOf({ ...fields('Type Intent', plain), ...fields('Name', layerName), Usage: usage }))
  const layer: Copy = (value) => {
    const found = resolve(value)
    if (!(found instanceof PDFDict) || resolve(found.get(name('Type'))) !== name('OCG')) return undefined
    const copied = group(found)
    if (copied) groups.set(found, copied)
    return copied
  }
  const expression: Copy = (value) => {
    const found = resolve(value)
    return found instanceof PDFArray ? listOf(expression)(found) : found instanceof PDFName ? found : layer(found)
  }
  const membership = shared(dictOf({ ...fields('Type P', plain), OCGs: firstOf(listOf(layer), layer), VE: expression }))
  const optionalContent: Copy = (value) => {
    const found = resolve(value)
    if (!(found instanceof PDFDict)) return undefined
    return resolve(found.get(name('Type'))) === name('OCMD') ? membership(found) : layer(found)
  }

  return { groups, optionalContent }
}
