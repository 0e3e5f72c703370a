import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import S3rver from 's3rver'
import type { S3Settings } from '#server/media/store/s3-client.ts'
import { makeTempFolder } from './temp-folder.ts'

/** Starts a local S3 service whose buckets are subfolders of a temporary folder. */
export async function startS3Server() {
  const directory = await makeTempFolder()
  const start = async (port: number) => {
    const server = new S3rver({ address: '127.0.0.1', port, directory, silent: true })
    return { server, port: ((await server.run()) as AddressInfo).port }
  }
  let running = await start(0)
  const service = {
    endpoint: `http://127.0.0.1:${running.port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  }

  async function makeBucket(): Promise<S3Settings> {
    const bucket = randomUUID()
    await new S3Client({ ...service, forcePathStyle: true }).send(new CreateBucketCommand({ Bucket: bucket }))
    return { ...service, bucket }
  }

  return {
    makeBucket,
    /** Creates a bucket and returns its settings as environment variables */
    makeBucketSettings: async () => ({
      MEDIA_STORE: 's3',
      S3_BUCKET: (await makeBucket()).bucket,
      S3_REGION: service.region,
      S3_ENDPOINT: service.endpoint,
      S3_ACCESS_KEY_ID: service.credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: service.credentials.secretAccessKey,
    }),
    pause: () => running.server.close(),
    resume: async () => {
      running = await start(running.port)
    },
    stop: () => running.server.close(),
  }
}
