/** Maximum number of pixels of pictures that are uploaded unchanged. The site displays pictures with far fewer pixels. */
const MAX_PIXELS = 24_000_000
/** Number of pixels of a picture that was scaled down */
const TARGET_PIXELS = 12_000_000
const QUALITY = 0.9

/** Returns whether a file is a HEIC or HEIF photo, by its first bytes. Few browsers and no part of the server can decode these formats. */
export async function isHeic(file: Blob): Promise<boolean> {
  const head = new TextDecoder('latin1').decode(await file.slice(0, 64).arrayBuffer())
  if (/^.{4}ftyp(hei[cxms]|hev[cxms])/s.test(head)) return true
  return /^.{4}ftyp(mif1|msf1)/s.test(head) && !head.includes('avif')
}

/**
 * Returns a scaled-down JPEG of a photo that has more pixels or bytes than the site needs, and a JPEG of a HEIC photo if the browser can
 * decode it. Other files, including unreadable ones, are returned unchanged; the form or the API then explains the problem.
 */
export async function shrinkPhoto(file: File, maxBytes: number): Promise<File> {
  const mustConvert = await isHeic(file)
  const url = URL.createObjectURL(file)
  try {
    const image = Object.assign(new Image(), { src: url })
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    if (!mustConvert && width * height <= MAX_PIXELS && file.size <= maxBytes) return file
    const scale = Math.min(1, Math.sqrt(TARGET_PIXELS / (width * height)))
    const canvas = Object.assign(document.createElement('canvas'), { width: Math.round(width * scale), height: Math.round(height * scale) })
    const context = canvas.getContext('2d')
    if (!context) return file
    // A white background is drawn first, since JPEG has no transparency and transparent areas would become black.
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    return blob ? new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' }) : file
  } catch {
    return file
  } finally {
    URL.revokeObjectURL(url)
  }
}
