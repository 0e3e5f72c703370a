import { rm } from 'node:fs/promises'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/platform/database/database.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { makeTempFolder } from './temp-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string
  }
}

export const TEMPLATE = 'template_lectern'

/** One real PostgreSQL for the whole run, with an up-to-date database that test files copy. */
export default async function setup(project: TestProject) {
  const folder = await makeTempFolder()
  const server = await startEmbeddedPostgres(folder)
  await query(server.adminUrl, `create database ${TEMPLATE}`)
  const template = await openDatabase({ url: databaseUrl(server.adminUrl, TEMPLATE), dataDir: folder, poolSize: 2 })
  await template.close()
  project.provide('databaseServer', server.adminUrl)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

export function databaseUrl(server: string, name: string) {
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

/** Answers the rows of the statement. */
export async function query(url: string, text: string): Promise<object[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows ?? []
  } finally {
    await client.end()
  }
}
