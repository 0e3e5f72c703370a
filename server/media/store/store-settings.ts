import { WebUrl } from '#server/platform/web-url.ts'
import type { S3Settings } from './s3-client.ts'

const NAMES = ['S3_BUCKET', 'S3_REGION', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_DELIVERY']
/** Names of the settings of the media store. */
export const STORE_SETTINGS = ['MEDIA_STORE', ...NAMES]

/** Reads the settings of the bucket for published files; undefined for a folder on disk. Problems name a setting, but never its value. */
export function readStoreSettings(env: Record<string, string | undefined>): { settings: S3Settings | undefined; problems: string[] } {
  const kind = env.MEDIA_STORE ?? 'disk'
  if (kind !== 's3') {
    const unused = NAMES.filter((name) => env[name] !== undefined).map((name) => `${name}: only allowed with MEDIA_STORE=s3`)
    return { settings: undefined, problems: kind === 'disk' ? unused : ['MEDIA_STORE: must be disk or s3'] }
  }

  const { S3_BUCKET: bucket = '', S3_REGION: region = '', S3_ENDPOINT, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = env
  const problems: string[] = []
  if (!bucket) problems.push('S3_BUCKET: required with MEDIA_STORE=s3: the bucket for published files')
  if (!region) problems.push('S3_REGION: required with MEDIA_STORE=s3: the region of the bucket, such as eu-west-1')
  if (id && !secret) problems.push('S3_SECRET_ACCESS_KEY: required with S3_ACCESS_KEY_ID')
  if (secret && !id) problems.push('S3_ACCESS_KEY_ID: required with S3_SECRET_ACCESS_KEY')
  const endpoint = S3_ENDPOINT === undefined ? undefined : WebUrl.safeParse(S3_ENDPOINT).data
  if (S3_ENDPOINT !== undefined && !endpoint) problems.push('S3_ENDPOINT: must be the URL of the service')
  const delivery = env.S3_DELIVERY ?? 'proxy'
  if (delivery !== 'redirect' && delivery !== 'proxy') problems.push('S3_DELIVERY: must be redirect or proxy')
  if (env.MEDIA_ACCEL) problems.push('MEDIA_ACCEL: not supported with MEDIA_STORE=s3, whose files nginx can’t read')
  if (!env.SIGNING_KEYS) problems.push('SIGNING_KEYS: required with MEDIA_STORE=s3, so that every node signs with the same keys')
  return {
    settings: {
      bucket,
      region,
      ...(endpoint && { endpoint }),
      ...(id && secret && { credentials: { accessKeyId: id, secretAccessKey: secret } }),
      ...(delivery === 'redirect' && { redirectsTo: new URL(endpoint ?? `https://${bucket}.s3.${region}.amazonaws.com`).origin }),
    },
    problems,
  }
}
