/** True in the script for shared tables, and false everywhere else; see vite.config.ts. */
declare const __SHARED__: boolean;
