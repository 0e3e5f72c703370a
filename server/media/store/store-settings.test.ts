import { expect, test } from 'vitest'
import { readStoreSettings } from './store-settings.ts'

const COMPLETE = { MEDIA_STORE: 's3', S3_BUCKET: 'media', S3_REGION: 'eu-west-1', SIGNING_KEYS: '0123456789abcdef'.repeat(2) }

test('published files are stored in the data folder by default', () => {
  expect(readStoreSettings({})).toEqual({ settings: undefined, problems: [] })
  expect(readStoreSettings({ MEDIA_STORE: 'disk' }).problems).toEqual([])
})

test('an Amazon bucket requires no endpoint, and no keys if the machine’s role grants access', () => {
  expect(readStoreSettings(COMPLETE)).toEqual({ settings: { bucket: 'media', region: 'eu-west-1' }, problems: [] })
})

test('an S3 service other than Amazon’s requires an endpoint and keys', () => {
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  const { settings } = readStoreSettings({ ...COMPLETE, ...keys, S3_ENDPOINT: 'https://s3.example/' })
  expect(settings).toEqual({
    bucket: 'media',
    region: 'eu-west-1',
    endpoint: 'https://s3.example',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  })
})

test('with S3_DELIVERY=redirect, browsers download files directly from the S3 service', () => {
  const redirect = { ...COMPLETE, S3_DELIVERY: 'redirect' }
  expect(readStoreSettings(redirect).settings?.redirectsTo).toBe('https://media.s3.eu-west-1.amazonaws.com')
  expect(readStoreSettings({ ...redirect, S3_ENDPOINT: 'https://s3.example/path' }).settings?.redirectsTo).toBe('https://s3.example')
})

test.each([
  [{ MEDIA_STORE: 's3' }, ['S3_BUCKET', 'S3_REGION', 'SIGNING_KEYS']],
  [{ ...COMPLETE, S3_ACCESS_KEY_ID: 'id' }, ['S3_SECRET_ACCESS_KEY']],
  [{ ...COMPLETE, S3_SECRET_ACCESS_KEY: 'hidden' }, ['S3_ACCESS_KEY_ID']],
  [{ ...COMPLETE, S3_ENDPOINT: 's3.example' }, ['S3_ENDPOINT']],
  [{ ...COMPLETE, S3_DELIVERY: 'post' }, ['S3_DELIVERY']],
  [{ ...COMPLETE, MEDIA_ACCEL: 'nginx' }, ['MEDIA_ACCEL']],
  [{ MEDIA_STORE: 'tape' }, ['MEDIA_STORE']],
  [{ S3_BUCKET: 'media', S3_REGION: 'eu-west-1' }, ['S3_BUCKET', 'S3_REGION']],
])('%j is refused with the names of the wrong settings, but not their values', (env, names) => {
  const { problems } = readStoreSettings(env)
  expect(problems.map((problem) => problem.split(':')[0])).toEqual(names)
  expect(problems.join()).not.toContain('hidden')
})
