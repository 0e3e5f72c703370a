import { expect, test } from 'vitest'
import { builtFiles, PDF_FILES, VIEW_FILES } from './app-files.ts'

const PAGE = `<link rel="stylesheet" href="/assets/styles-a_1.css"/><meta name="${VIEW_FILES}" content="/assets/viewer-x.js /assets/viewer-y.css /assets/literata-a1.woff2 /assets/dyslexic-b2.woff2"/>
<meta name="${PDF_FILES}" content="/assets/pdf.worker-z.js"/><script>import "/assets/manifest-5.js"</script><a href="/bookshop">Bookshop</a>`

test('the files named by the offline library page are stored with the page; those of pdf.js are stored only for a PDF download', () => {
  const others = ['/assets/styles-a_1.css', '/assets/viewer-x.js', '/assets/viewer-y.css', '/assets/manifest-5.js']
  expect(builtFiles(PAGE, { withPdf: false, fonts: [] })).toEqual(others)
  expect(builtFiles(PAGE, { withPdf: true, fonts: [] }).toSorted()).toEqual([...others, '/assets/pdf.worker-z.js'].toSorted())
})

test('a font is stored once it is chosen', () => {
  const fonts = (chosen: string[]) => builtFiles(PAGE, { withPdf: false, fonts: chosen }).filter((url) => url.endsWith('.woff2'))
  expect(fonts([])).toEqual([])
  expect(fonts(['serif', 'dyslexic'])).toEqual(['/assets/dyslexic-b2.woff2'])
})
