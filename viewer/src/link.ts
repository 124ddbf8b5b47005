/** The connection to the server, which comes back by itself. */

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;

export class Link {
  private socket: WebSocket | null = null;
  private pause = FIRST_PAUSE;
  /** Told by whoever started the server, in the address of the page. */
  private readonly token: string;

  constructor(
    private readonly take: (message: ArrayBuffer) => void,
    private readonly change: (isOpen: boolean) => void,
  ) {
    this.token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
    this.open();
  }

  get mayCommand(): boolean {
    return this.token !== "";
  }

  say(words: string): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(words);
  }

  private open(): void {
    const query = this.token === "" ? "" : `?token=${encodeURIComponent(this.token)}`;
    const socket = new WebSocket(`ws://${location.host}/live${query}`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.pause = FIRST_PAUSE;
      this.change(true);
    };
    socket.onmessage = (event) => {
      // Answers to commands are words, everything else is sections.
      const bytes = event.data as ArrayBuffer;
      if (new Uint8Array(bytes)[0] !== 0x28) this.take(bytes);
    };
    socket.onclose = () => {
      this.change(false);
      setTimeout(() => {
        this.open();
      }, this.pause);
      this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
    };
    this.socket = socket;
  }
}
