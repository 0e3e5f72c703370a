import { expect, test } from 'vitest'
import { builtFiles, PDF_FILES, VIEW_FILES } from './app-files.ts'

const PAGE = `<link rel="stylesheet" href="/assets/styles-a_1.css"/><meta name="${VIEW_FILES}" content="/assets/viewer-x.js /assets/viewer-y.css"/>
<meta name="${PDF_FILES}" content="/assets/pdf.worker-z.js"/><script>import "/assets/manifest-5.js"</script><a href="/bookshop">Bookshop</a>`

test('the files named by the offline library page are stored with the page; those of pdf.js are stored only for a PDF download', () => {
  const others = ['/assets/styles-a_1.css', '/assets/viewer-x.js', '/assets/viewer-y.css', '/assets/manifest-5.js']
  expect(builtFiles(PAGE, { withPdf: false })).toEqual(others)
  expect(builtFiles(PAGE, { withPdf: true }).toSorted()).toEqual([...others, '/assets/pdf.worker-z.js'].toSorted())
})
