/** Line length of a book: the page width without its margins. */
export const MEASURE = '107mm'

/**
 * Returns the style of a book page of 140 × 210 mm, the proportions of the covers. Running heads are overlaid afterwards, because chapter
 * openings have none.
 */
export function bookStyle(accent: string): string {
  return `
@page { size: 140mm 210mm; margin: 23mm 16.5mm 22mm }
@page cover { margin: 0 }
/* P052 is URW's Palatino; Debian has it in fonts-urw-base35. */
html { font: 11.3pt/1.47 P052, Palatino, "Palatino Linotype", serif; color: #1d2430; font-kerning: normal; font-variant-ligatures: common-ligatures }
body { margin: 0; orphans: 2; widows: 2 }
section { break-before: page }
.cover { page: cover; break-before: auto; height: 210mm }
.cover img { display: block; width: 140mm; height: 210mm }
/* One cut of Fraunces for all sizes: every other cut would be embedded as a font of its own. */
h1, h2, h3, .title .author, .title .house, .drop::first-letter { font-family: Fraunces, serif; font-optical-sizing: none; font-variation-settings: "opsz" 72, "SOFT" 30, "WONK" 0; font-weight: 500 }
h1, h2, h3, .label { letter-spacing: -.01em; text-align: left; text-wrap: balance }
.title { height: 164mm; display: flex; flex-direction: column; align-items: center; text-align: center }
.title h1 { margin: 34mm 0 0; font-size: 30pt; line-height: 1.1; text-align: center; color: ${accent} }
.title .subtitle { margin: 6mm 6mm 0; font-style: italic; font-size: 12.5pt; line-height: 1.4; text-wrap: balance }
.title .author { margin-top: 16mm; font-size: 14pt }
.title .house { margin-top: auto; font-size: 12pt }
.title .house svg { display: block; margin: 0 auto 1.6mm; width: 9mm; height: 8mm }
.imprint { height: 164mm; display: flex; flex-direction: column; justify-content: flex-end; font-size: 9.2pt; line-height: 1.5 }
.imprint p { margin: 0 0 2.6mm; text-indent: 0; max-width: 88mm }
.contents h2, .author-note h2 { margin: 12mm 0 9mm; font-size: 20pt; color: ${accent} }
.contents ol { list-style: none; margin: 0; padding: 0 }
.contents li { display: flex; align-items: baseline; gap: 2mm; padding: 1.5mm 0 }
.contents.long li { padding: .95mm 0; font-size: 9pt; line-height: 1.3; break-inside: avoid }
.contents.long ol { columns: 2; column-gap: 7mm }
.contents.long li { gap: 1mm }
.contents.long li b { min-width: 4mm }
.contents.long h2 { margin: 0 0 6mm }
.contents li a { color: inherit; text-decoration: none; max-width: 84mm }
.contents li i { flex: 1; border-bottom: .35mm dotted #b9ae9c; transform: translateY(-.8mm) }
.contents li b { font-weight: 400; font-variant-numeric: tabular-nums; min-width: 5mm; text-align: right }
.chapter header { padding-top: 19mm; margin-bottom: 9mm }
.chapter .label { margin: 0 0 3mm; font-size: 13pt; font-style: italic; color: ${accent}; letter-spacing: 0 }
.chapter h2 { margin: 0; font-size: 22pt; line-height: 1.14 }
.chapter header::after { content: ""; display: block; width: 14mm; border-bottom: .5mm solid ${accent}; margin-top: 6mm }
/* Two to five lines gained over a chapter, and nobody will see how. */
.tight { line-height: 1.44; letter-spacing: -.012em; word-spacing: -.02em }
.tight header { padding-top: 11mm; margin-bottom: 7mm }
.tight-2 { line-height: 1.385 }
.tight-2 header { padding-top: 5mm; margin-bottom: 5.5mm }
.tight-2 header::after { margin-top: 4mm }
p { margin: 0; text-align: justify; text-indent: 5mm; hyphens: manual; text-wrap: pretty }
header + p, hr + p, blockquote + p, ul + p, ol + p, h3 + p { text-indent: 0 }
.chapter > header + p.drop::first-letter { initial-letter: 3; color: ${accent}; margin-right: 1.4mm }
h3 { font-size: 12pt; margin: 6mm 0 2mm; break-after: avoid }
blockquote { margin: 4mm 0 4mm 5mm; padding-left: 5mm; border-left: .5mm solid ${accent}; font-style: italic; break-inside: avoid }
blockquote p { text-indent: 0; text-align: left }
blockquote p + p { margin-top: 2mm }
blockquote em { font-style: normal }
ul, ol { margin: 3mm 0 3mm; padding-left: 6mm }
.chapter ul li, .chapter ol li { margin-bottom: 1.4mm; text-align: left }
ul li::marker { color: ${accent}; content: "·   " ; font-weight: bold }
strong { font-weight: 700 }
hr { border: 0; margin: 5.5mm 0; height: 3mm; break-after: avoid; background: center/16mm 3mm no-repeat url("data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 30"><g fill="${accent}"><path d="M80 4L91 15L80 26L69 15Z"/><circle cx="40" cy="15" r="4"/><circle cx="120" cy="15" r="4"/></g></svg>`)}") }
.reading { break-inside: avoid; padding-bottom: 8mm }
.reading h2 { margin: 0 0 2.5mm; font-size: 14pt; line-height: 1.2 }
.reading h2 span { color: ${accent}; margin-right: 2.5mm }
.reading p:first-of-type { text-indent: 0 }
.reading blockquote { margin: 2.5mm 0 0 }
.author-note p { text-indent: 0; margin-bottom: 4mm; text-align: left }
.author-note .more { margin-top: 10mm; padding-top: 5mm; border-top: .3mm solid #cfc4b2; font-size: 9.6pt }
.author-note .more em { display: block; margin-bottom: 1mm }
`
}

/**
 * Style of the running heads and page numbers, which are printed separately. A TrueType font is used, because the font is embedded a second
 * time and TrueType fonts stay small.
 */
export const HEADS_STYLE = `
@page { size: 140mm 210mm; margin: 0 }
body { margin: 0; font: 9pt "Liberation Serif", serif; color: #4d5361 }
div { position: relative; width: 140mm; height: 210mm; break-after: page; overflow: hidden }
div:last-child { break-after: auto }
i { position: absolute; top: 13mm; left: 16mm; right: 16mm; text-align: center; letter-spacing: .02em; white-space: nowrap }
b { position: absolute; bottom: 11.5mm; left: 0; right: 0; text-align: center; font-size: 9.6pt }
`
