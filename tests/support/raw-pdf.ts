/** Builds a PDF of one page with the given content; `more` is added to the dictionary of its font, which is not embedded. */
export function buildRawPdf(content: string, more = ''): string {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Type /Font /Subtype /Type1 /BaseFont /Odessa ${more} >>`,
  ]
  return `%PDF-1.4\n${objects.map((text, index) => `${index + 1} 0 obj\n${text}\nendobj\n`).join('')}trailer\n<< /Root 1 0 R >>\n%%EOF`
}

/** Font encoding with three Cyrillic letters, which PDFium's fallback fonts don't contain */
export const CYRILLIC_FONT = '/Encoding << /Type /Encoding /Differences [65 /afii10017 /afii10018 /afii10019] >>'
