import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { watchOpenFiles } from './watch-open-files.ts'

test.each([
  ['EMFILE', 'LimitNOFILE'],
  ['ENFILE', 'fs.file-max'],
])('files that can’t be opened (%s) are reported once with the remedy, and again after they could be opened', async (code, remedy) => {
  const alert = vi.fn()
  const openFile = vi.fn(async () => undefined)
  const look = watchOpenFiles({ alert, openFile })
  const fail = () => openFile.mockRejectedValueOnce(Object.assign(new Error('too many open files'), { code }))
  await look()
  expect(alert).not.toHaveBeenCalled()
  fail()
  await look()
  fail()
  await look()
  expect(alert).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code }), expect.stringContaining(remedy))
  await look()
  fail()
  await look()
  expect(alert).toHaveBeenCalledTimes(2)
})

test('other failures to open a file are not reported', async () => {
  const alert = vi.fn()
  await watchOpenFiles({ alert, openFile: () => Promise.reject(Object.assign(new Error('denied'), { code: 'EACCES' })) })()
  expect(alert).not.toHaveBeenCalled()
})

test('a process without free file descriptors is reported, whose connections end without an event', async () => {
  const program = `
    import { openSync } from 'node:fs'
    import { watchOpenFiles } from '${import.meta.resolve('./watch-open-files.ts')}'
    const alert = ({ code }, text) => process.stdout.write(code + ' ' + text)
    const look = watchOpenFiles({ alert })
    try { while (true) openSync('/dev/null') } catch {}
    await look()
    await look()
  `
  const command = `ulimit -n 64; exec '${process.execPath}' --input-type=module --eval "$0"`
  const { stdout } = await promisify(execFile)('sh', ['-c', command, program])
  expect(stdout).toMatch(
    /^EMFILE Connections are refused and files can’t be opened, [^:]*: raise the limit of open files of the process[^:]*$/,
  )
})
