/** YYYYMMDD-HHMMSS in UTC, for file names that sort by time. */
export function timeStamp(now = new Date()) {
  return now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
}
