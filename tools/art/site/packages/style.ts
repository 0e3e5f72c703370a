/**
 * A5, so that a page fits a phone's width and prints two to a sheet. Chromium embeds a variable font once for every
 * size and weight, so there are only three for titles and three for text.
 */
export const PACKAGES_STYLE = `
@page { size: 148mm 210mm; margin: 0 }
* { box-sizing: border-box; margin: 0; padding: 0 }
html { font: 400 10.8pt/1.5 'Source Sans'; color: #1d2430; -webkit-print-color-adjust: exact }
h1, h2, h3, .brand, .lead, dd, .steps li::before { font-family: Fraunces; font-weight: 440; font-variation-settings: 'SOFT' 30, 'opsz' 48; letter-spacing: -.012em; line-height: 1.14; text-wrap: balance }
p { text-wrap: pretty }
.cover, .page { width: 148mm; height: 210mm; break-after: page; overflow: hidden; position: relative; padding: 14mm 16mm }
.cover { background: #1d3a49 50% 100% / cover; color: #fff }
.cover:last-child, .page:last-child { break-after: auto }
.brand { display: flex; align-items: center; gap: 2.4mm; font-size: 22pt }
.mark { width: 8mm; height: 8mm }
.cover h1 { font-size: 35pt; margin: 12mm 0 4mm; line-height: 1.06 }
.lead { font-size: 13.5pt; line-height: 1.36; max-width: 78mm; color: #f6ead2 }
.cover ul { list-style: none; margin-top: 7mm; width: 78mm }
.cover li { display: flex; justify-content: space-between; border-top: .25mm solid #f6dfb266; padding: 1.9mm 0 }
.cover li:last-child { border-bottom: .25mm solid #f6dfb266 }
.cover b { font-weight: 600 }
.page { background: #faf6ef }
.page h2 { font-size: 22pt }
.page h2.second { margin-top: 7mm }
.page h3 { font-size: 13.5pt }
.steps { list-style: none; counter-reset: step; margin-top: 5mm }
.steps li { counter-increment: step; border-top: .25mm solid #dccfb9; padding: 2.3mm 0 2.3mm 11mm; position: relative }
.steps li::before { content: counter(step); position: absolute; left: 0; top: 1.8mm; font-size: 22pt; line-height: 1.1; color: #b8741a }
.steps p { color: #424956; margin-top: .8mm }
.columns { display: grid; grid-template-columns: repeat(3, 1fr); gap: 6mm; margin-top: 4mm }
.columns p { margin-top: 1.6mm; line-height: 1.5; font-size: 9.4pt; color: #424956 }
article + article { margin-top: 9mm }
header { display: flex; justify-content: space-between; align-items: baseline; border-bottom: .5mm solid #1d2430; padding-bottom: 2mm }
.price { font-weight: 600; color: #87510f; white-space: nowrap }
.for { margin: 3mm 0; color: #424956 }
.includes { list-style: none; columns: 2; column-gap: 8mm }
.includes li { padding: 1.2mm 0 1.2mm 5mm; position: relative; break-inside: avoid; line-height: 1.36 }
.includes li::before { content: ''; position: absolute; left: .4mm; top: 3mm; width: 1.7mm; height: 1.7mm; border-radius: 50%; background: #d99a45 }
.without { margin-top: 3mm; font-size: 9.4pt; color: #565c69 }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th { text-align: left; font-weight: 600 }
td { text-align: right; white-space: nowrap; font-weight: 600; color: #87510f }
th, td { border-top: .25mm solid #dccfb9; padding: 1.6mm 0; vertical-align: baseline }
th small { display: block; font-weight: 400; font-size: 9.4pt; color: #565c69 }
.night { background: #171c28; color: #f3ead9 }
.night h2 { color: #fff }
.night h3 { color: #e9b44c }
.night .columns p { color: #f3ead9; font-size: 10.8pt }
.night h2.second { margin-top: 16mm }
dl { margin: 5mm 0 8mm; display: grid; gap: 3mm }
dl div { display: flex; align-items: baseline }
dt { color: #bdb6a8; width: 26mm }
dd { font-size: 13.5pt }
.night th, .night td { border-color: #353b4a; color: #f3ead9 }
.small { margin-top: 7mm; font-size: 9.4pt; line-height: 1.45; color: #bdb6a8 }
`
