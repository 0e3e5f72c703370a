/** A size in binary units, as file limits are: "840 KB", "3.2 MB", "1.20 GB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${Math.round(bytes)} B`
  if (bytes < 1024 ** 2) return `${Math.round(bytes / 1024)} KB`
  if (bytes < 1024 ** 3) return `${(bytes / 1024 ** 2).toFixed(1)} MB`
  return `${(bytes / 1024 ** 3).toFixed(2)} GB`
}

/** A size in decimal units, as mobile data is sold: "840 KB", "3.2 MB", "1.2 GB". */
export function formatDownloadSize(bytes: number, decimals = 1): string {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} KB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(decimals)} MB` : `${(bytes / 1e9).toFixed(decimals)} GB`
}

/**
 * What an item costs on the line, in each way that is known: "Read: 9.1 MB as pages, 14.2 MB the PDF". When only one is, its name says
 * nothing.
 */
export function priceTag(verb: 'Read' | 'Listen', ways: Record<string, number | null>): string {
  const known = Object.entries(ways).filter((way): way is [string, number] => way[1] !== null)
  const texts = known.map(([name, bytes]) => (known.length > 1 ? `${formatDownloadSize(bytes)} ${name}` : formatDownloadSize(bytes)))
  return `${verb}: ${texts.join(', ')}`
}
