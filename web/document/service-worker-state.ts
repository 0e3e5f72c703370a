import { createContext } from 'react-router'

/** Whether browsers install the service worker, or remove the one that they have. */
export type ServiceWorkerState = 'on' | 'off'
export const serviceWorkerContext = createContext<ServiceWorkerState>('on')
