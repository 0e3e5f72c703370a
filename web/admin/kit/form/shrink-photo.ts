/** Pixels of the largest pictures that are sent as they are. Pages display a fraction of this. */
const MAX_PIXELS = 24_000_000
/** Pixels of a picture that was made smaller */
const TARGET_PIXELS = 12_000_000
const QUALITY = 0.9

/** Whether the first bytes are those of a HEIC or HEIF photo, which few browsers and no server part can read. */
export async function isHeic(file: Blob): Promise<boolean> {
  const head = new TextDecoder('latin1').decode(await file.slice(0, 64).arrayBuffer())
  if (/^.{4}ftyp(hei[cxms]|hev[cxms])/s.test(head)) return true
  return /^.{4}ftyp(mif1|msf1)/s.test(head) && !head.includes('avif')
}

/**
 * Returns a smaller JPEG of a photo that has more pixels or bytes than the site needs, and a JPEG of a HEIC photo if the browser can read
 * it. Every other file is returned unchanged, also one that can't be read: the form or the API then says why.
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
    // A JPEG has no transparency; without this it would be black.
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
