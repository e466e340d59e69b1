/** Whether a host name of a URL leads to this machine: `localhost`, 127.0.0.0/8 or `[::1]`. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
