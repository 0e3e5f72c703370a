import { openDatabase } from '#server/platform/database/database.ts'
const database = await openDatabase({ dataDir: '/tmp/st', poolSize: 2 })
console.log(database.url)
setInterval(() => {}, 1000)
