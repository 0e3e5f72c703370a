/** Returns whether an error of local storage or Cache Storage means that the storage quota is exceeded. Firefox has a name of its own. */
export const isFull = (error: unknown) =>
  error instanceof DOMException && (error.name === 'QuotaExceededError' || error.name === 'NS_ERROR_DOM_QUOTA_REACHED')
