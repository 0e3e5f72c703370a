/** Formats a size in binary units, which file limits use: "840 KB", "3.2 MB", "1.20 GB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${Math.round(bytes)} B`
  if (bytes < 1024 ** 2) return `${Math.round(bytes / 1024)} KB`
  if (bytes < 1024 ** 3) return `${(bytes / 1024 ** 2).toFixed(1)} MB`
  return `${(bytes / 1024 ** 3).toFixed(2)} GB`
}

/** Formats a size in decimal units, which mobile data plans use: "840 KB", "3.2 MB", "1.2 GB". */
export function formatDownloadSize(bytes: number, decimals = 1): string {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} KB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(decimals)} MB` : `${(bytes / 1e9).toFixed(decimals)} GB`
}

/** Formats an item's known download sizes: "Read: 9.1 MB as pages, 14.2 MB as PDF". The format is omitted if only one size is known. */
export function priceTag(verb: 'Read' | 'Listen', ways: Record<string, number | null | undefined>): string {
  const known = Object.entries(ways).filter((way): way is [string, number] => typeof way[1] === 'number')
  const texts = known.map(([name, bytes]) => (known.length > 1 ? `${formatDownloadSize(bytes)} ${name}` : formatDownloadSize(bytes)))
  return texts.length > 0 ? `${verb}: ${texts.join(', ')}` : ''
}
