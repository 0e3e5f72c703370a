import { expect, test } from 'vitest'
import { downloadName } from './download-name.ts'

test.each([
  ['Sow in Season', '/api/media/9f86d0.pdf', 'Sow in Season.pdf'],
  ['A signed address', '/api/media/9f86d0.mp3?grant=k1.abc.def', 'A signed address.mp3'],
  ['At a CDN', 'https://cdn.example.com/media/9f86d0.pdf#page=2', 'At a CDN.pdf'],
  ['No ending', '/api/media/9f86d0?grant=k1.abc', 'No ending'],
  ['Who? "Me": <a/b\\c|d*>', 'x.pdf', 'Who Me a b c d.pdf'],
  ['two\r\nlines\0', 'x.pdf', 'two lines.pdf'],
  ['turned \u202Efdp.exe', 'x.pdf', 'turned fdp.exe.pdf'],
  ['../..hidden', 'x.pdf', 'hidden.pdf'],
  ['To be continued…', 'x.pdf', 'To be continued….pdf'],
  ['To be continued...', 'x.pdf', 'To be continued.pdf'],
  ['???', 'x.pdf', 'Download.pdf'],
  ['Ruva rakanaka: 美しい花', 'x.pdf', 'Ruva rakanaka 美しい花.pdf'],
])('the file name of %j at %s is %j', (title, url, name) => {
  expect(downloadName(title, url)).toBe(name)
})

test('a long title is truncated between characters to a file name length that file systems accept', () => {
  const name = downloadName('a🌱'.repeat(100), 'x.pdf')
  expect(name).toBe(`${'a🌱'.repeat(40)}.pdf`)
})
