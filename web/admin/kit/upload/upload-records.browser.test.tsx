import { expect, test } from 'vitest'
import { fillStorage } from '#tests/support/component/full-storage.ts'
import { uploadRecords } from './upload-records.ts'

const upload = { size: 3, metadata: {}, creationTime: '2026-01-01', urlStorageKey: '', uploadUrl: '/uploads/1', parallelUploadUrls: null }

test('records of unfinished uploads are found by fingerprint, also those that tus-js-client stored, and removed', async () => {
  localStorage.setItem('tus::file a::1', JSON.stringify(upload))
  localStorage.setItem('tus::file b::2', '{')
  const key = await uploadRecords.addUpload('file b', upload)
  expect(await uploadRecords.findUploadsByFingerprint('file a')).toEqual([{ ...upload, urlStorageKey: 'tus::file a::1' }])
  expect(await uploadRecords.findUploadsByFingerprint('file b')).toEqual([{ ...upload, urlStorageKey: key }])
  await uploadRecords.removeUpload(key)
  expect(await uploadRecords.findUploadsByFingerprint('file b')).toEqual([])
})

test('with full storage, an upload is recorded as long as the page, so that the upload starts', async () => {
  fillStorage()
  const key = await uploadRecords.addUpload('file c', upload)
  expect(await uploadRecords.findUploadsByFingerprint('file c')).toEqual([{ ...upload, urlStorageKey: key }])
})
